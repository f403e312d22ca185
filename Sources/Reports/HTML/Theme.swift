/// Colours, type and spacing of every page and file, in light and dark, on paper and on a phone.
///
/// The series colours are those of Okabe and Ito (told apart with every common colour blindness), darkened or lightened until each has a
/// contrast of 4.5 on its ground where text is set in it, and 3 as a mark. Meaning is never carried by colour alone: signs and words stand beside it.
public enum Theme {
    /// The style sheet.
    public static let css: StaticString = """
        :root{--ground:#fff;--raised:#f5f7f9;--ink:#1b2330;--faint:#566173;--line:#d5dbe3;--link:#0b5cad;--focus:#b35c00;
        --good:#00694b;--bad:#b3261e;--warn:#8a5200;--info:#0b5cad;--s1:#0072b2;--s2:#b35c00;--s3:#007a5a;--s4:#a8427f;--s5:#5b6b7d;--s6:#7a6a00;
        --bar:#0072b2;--ghost:#e3e8ee;--range:#9ab8d0;--gap:#eceff3}
        @media (prefers-color-scheme:dark){:root{--ground:#12161c;--raised:#1b212a;--ink:#e6eaf0;--faint:#a0abba;--line:#343d4a;--link:#7cb8f2;--focus:#ffb454;
        --good:#5fd0a5;--bad:#ff8a80;--warn:#ffb454;--info:#7cb8f2;--s1:#56b4e9;--s2:#e69f00;--s3:#2fc39a;--s4:#e08abf;--s5:#a0abba;--s6:#d8c84a;
        --bar:#56b4e9;--ghost:#2a323d;--range:#3f6078;--gap:#20262f}}
        *{box-sizing:border-box}html{-webkit-text-size-adjust:100%}
        body{margin:0;background:var(--ground);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI","PingFang SC","Noto Sans CJK SC","Microsoft YaHei",sans-serif}
        main,header.site{max-width:1120px;margin:0 auto;padding:16px 20px}
        h1{font-size:1.5rem;line-height:1.25;margin:.4em 0 .3em}h2{font-size:1.15rem;margin:1.8em 0 .5em;padding-top:.5em;border-top:1px solid var(--line)}h3{font-size:1rem;margin:1.2em 0 .3em}
        p{margin:.4em 0}a{color:var(--link)}:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
        .skip{position:absolute;left:-9999px}.skip:focus{left:8px;top:8px;background:var(--ground);padding:6px 10px;z-index:9}
        code,.mono,pre{font-family:ui-monospace,"SF Mono","DejaVu Sans Mono",Menlo,Consolas,monospace;font-size:.92em}code,.mono{overflow-wrap:anywhere}
        pre{background:var(--raised);border:1px solid var(--line);border-radius:6px;padding:8px 10px;white-space:pre-wrap;overflow-wrap:anywhere;margin:.4em 0}
        .faint{color:var(--faint)}.good{color:var(--good)}.bad{color:var(--bad)}.warn{color:var(--warn)}.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
        .scroll{overflow-x:auto;max-width:100%}table{border-collapse:collapse;width:100%;margin:.5em 0}th,td{text-align:left;vertical-align:top;padding:5px 10px 5px 0;border-bottom:1px solid var(--line)}
        th{font-weight:600;color:var(--faint);font-size:.88em}td.number,th.number{text-align:right}caption{text-align:left;color:var(--faint);padding:2px 0}
        .cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(170px,1fr));gap:12px;margin:.8em 0}.card{background:var(--raised);border:1px solid var(--line);border-radius:8px;padding:10px 14px}
        .card .value{font-size:1.5rem;font-weight:600;font-variant-numeric:tabular-nums}.card .label{color:var(--faint);font-size:.88em}
        .tag{display:inline-block;border:1px solid var(--line);border-radius:999px;padding:0 9px;font-size:.85em;white-space:nowrap;background:var(--raised)}
        .tag.bad{border-color:var(--bad)}.tag.warn{border-color:var(--warn)}.tag.good{border-color:var(--good)}
        .notice{border-left:4px solid var(--info);background:var(--raised);padding:8px 12px;border-radius:0 6px 6px 0;margin:.7em 0}.notice.bad{border-color:var(--bad)}.notice.warn{border-color:var(--warn)}.notice.good{border-color:var(--good)}
        svg{max-width:100%;height:auto;display:block}svg text{fill:var(--ink);font:13px system-ui,"PingFang SC","Noto Sans CJK SC",sans-serif}svg .faint{fill:var(--faint)}
        details>summary{cursor:pointer}form.filter{display:flex;flex-wrap:wrap;gap:10px;align-items:end}label{font-size:.88em;color:var(--faint);display:block}
        input,select,button{font:inherit;color:inherit;background:var(--ground);border:1px solid var(--faint);border-radius:6px;padding:5px 9px;max-width:100%}button{background:var(--raised);cursor:pointer}
        header.site{display:flex;flex-wrap:wrap;gap:6px 18px;align-items:baseline;border-bottom:1px solid var(--line)}header.site nav{display:flex;flex-wrap:wrap;gap:4px 14px}header.site nav a[aria-current]{font-weight:600;color:var(--ink)}
        svg.bar{width:100%;height:14px;min-width:90px}.bar-ghost{fill:var(--ghost)}.bar-range{fill:var(--range)}.bar-fill{fill:var(--bar)}td.bar,th.bar{width:16%}td.bar{vertical-align:middle}td.rate{white-space:nowrap;font-variant-numeric:tabular-nums}.card.wide{grid-column:span 2}.card .value{overflow-wrap:anywhere}.card .value.long{font-size:1.15rem;line-height:1.9}@media(max-width:480px){.cards{grid-template-columns:1fr 1fr;gap:8px}.card{padding:8px 10px}.card.wide{grid-column:1/-1}.card .value.long{font-size:1.05rem;letter-spacing:-.02em}}
        @media print{table.report{font-size:7.5pt}table.report td,table.report th{padding:3px 6px 3px 0}svg.bar{min-width:60px;height:10px}details::details-content{content-visibility:visible}.card{padding:6px 8px}.card .value{font-size:1rem}.card .value.long{font-size:.8rem;line-height:2;letter-spacing:-.02em;white-space:nowrap}.short,caption{break-inside:avoid}caption,thead{break-after:avoid}table.report td:first-child{min-width:24mm}table.report td:last-child{overflow-wrap:anywhere;min-width:20mm}table.report td.rate.bad,table.report td.rate.warn{white-space:normal}.cards{grid-template-columns:repeat(5,1fr);gap:8px}}
        table.report td.bad span,table.report td.warn span{font-weight:600}details{margin:.5em 0}ul{padding-left:1.3em;margin:.4em 0}li{margin:.25em 0}
        @media (max-width:640px){table.stack td.none{display:none}table.stack td.bar{display:block;width:auto}table.stack td.bar::before{content:none}table.report td:first-child{display:block;font-weight:600;text-align:left}table.report td:first-child::before{content:none!important}table.stack td>span{min-width:0;overflow-wrap:anywhere}table.stack td.number,table.stack td.rate{white-space:normal}
        main,header.site{padding:10px 12px}h1{font-size:1.25rem}table.stack thead{position:absolute;left:-9999px}table.stack tr{display:block;border-bottom:1px solid var(--line);padding:6px 0}
        table.stack td{display:flex;justify-content:space-between;gap:12px;border:0;padding:2px 0;text-align:right}table.stack td::before{content:attr(data-label);color:var(--faint);text-align:left}}
        @media print{@page{size:A4;margin:14mm}:root{--ground:#fff;--raised:#fff;--ink:#000;--faint:#444;--line:#bbb;--link:#000;--good:#00563d;--bad:#8c1710;--warn:#6d4100;--bar:#0072b2;--ghost:#e3e8ee;--range:#9ab8d0;--gap:#eee;
        --s1:#0072b2;--s2:#b35c00;--s3:#007a5a;--s4:#a8427f;--s5:#5b6b7d;--s6:#7a6a00}
        body{font-size:10.5pt}main{max-width:none;padding:0}nav,form,.noprint{display:none}h2{break-after:avoid}tr,.card,svg,figure{break-inside:avoid}details{display:block}.scroll{overflow:visible}}

        """
}
