/// What the server's pages have beyond the common theme.
enum PageTheme {
    static let css: StaticString = """
        header.site{align-items:center}header.site .brand{font-weight:700;color:var(--ink);text-decoration:none;letter-spacing:.01em}header.site nav a{text-decoration:none}header.site nav a:hover{text-decoration:underline}
        header.site nav a[aria-current]{border-bottom:2px solid var(--focus)}form.search{display:flex;gap:6px;margin-left:auto}form.search input[type=search]{width:12.5em}header.site .other{margin:0}
        a.card{color:inherit;text-decoration:none;display:block}a.card:hover{border-color:var(--link)}.card .label,.card .value{display:block}
        .columns{display:grid;grid-template-columns:repeat(auto-fit,minmax(300px,1fr));gap:0 32px}
        form.filter{background:var(--raised);border:1px solid var(--line);border-radius:8px;padding:10px 14px;margin:.8em 0}form.filter p{margin:0;min-width:0}form.filter select{max-width:15em}form.filter .check{display:flex;gap:6px;align-items:center;padding-bottom:5px}form.filter .check label{font-size:1em;color:var(--ink)}
        a.code,code{overflow-wrap:anywhere}a.code{font-family:ui-monospace,"SF Mono","DejaVu Sans Mono",Menlo,Consolas,monospace;font-size:.88em}
        .pager{display:flex;gap:18px;justify-content:flex-end;padding:6px 0 20px}td .tag{white-space:normal}td .mono{font-size:.88em}
        svg.bar .ghost{fill:var(--ghost)}svg.bar .share{fill:var(--bar)}svg.bar{width:200px;margin-top:6px}
        .live{position:fixed;right:16px;bottom:16px;margin:0;background:var(--raised);border:1px solid var(--info);border-radius:8px;padding:8px 12px;z-index:5;box-shadow:0 2px 10px rgba(0,0,0,.2)}.live[hidden]{display:none}.live button{margin-left:10px}
        dl.advice dt{overflow-wrap:anywhere}h2.part{border:0;padding:0;margin:1.2em 0 .3em;font-size:1rem}h2.inline{display:inline;border:0;padding:0;margin:0}details{margin:.7em 0}ul.index{padding-left:1.2em;columns:2;column-gap:32px}ul.index li{break-inside:avoid;margin:.2em 0}
        .tight{white-space:nowrap}tr.chosen td{background:var(--raised)}tbody tr:hover td{background:var(--raised)}
        @media (max-width:640px){header.site nav{order:3;width:100%;gap:4px 16px}header.site nav a{padding:5px 0}form.search{order:2;width:100%;margin:0}form.search input[type=search]{flex:1;width:auto;min-width:0}header.site .other{margin-left:auto}
        ul.index{columns:1}form.filter{display:grid;grid-template-columns:1fr 1fr}form.filter select,form.filter input:not([type=checkbox]){width:100%}table.stack td.none{display:none}table.stack td::before{flex:none}table.stack td>*{min-width:0;overflow-wrap:anywhere}table.stack td.number{white-space:normal}svg.bar{width:120px}.columns{grid-template-columns:1fr}}
        @media print{header.site,.live,.pager{display:none}}

        """

    static let icon: StaticString = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b5cad"/>\
        <g fill="none" stroke="#fff" stroke-width="3"><rect x="5" y="11" width="13" height="10" rx="5"/><rect x="14" y="11" width="13" height="10" rx="5"/></g></svg>
        """
}
