extension Theme {
    /// Every part of the style sheet, in order: a file carries them all, the server sends them as one.
    public static let parts: [StaticString] = [css, ladder]

    /// The order page: facts, ladder diagram, evidence.
    static let ladder: StaticString = """
        .hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
        .notice.answer{font-size:1.1rem}.notice.plain{border-color:var(--line)}.sign.bad{color:var(--bad)}.sign.warn{color:var(--warn)}.sign.good{color:var(--good)}
        dl.facts{display:grid;grid-template-columns:repeat(auto-fill,minmax(11em,1fr));gap:6px 18px;margin:.8em 0}dl.facts dt{color:var(--faint);font-size:.85em}dl.facts dd{margin:0;overflow-wrap:anywhere}
        dl.advice{display:grid;grid-template-columns:minmax(6em,max-content) 1fr;gap:4px 14px;margin:.4em 0}dl.advice dt{color:var(--faint)}dl.advice dd{margin:0}
        ul.plain{list-style:none;padding:0}section.break{border-left:3px solid var(--line);padding-left:12px;margin:1em 0}section.break h3{margin-top:0}
        ul.evidence pre{font-size:.82em}ul.evidence{padding-left:1.2em;margin:.3em 0}ul.evidence li{overflow-wrap:anywhere;margin:.15em 0}
        .ladder{list-style:none;padding:0;margin:0}.ladder .row,.ladder-head{display:grid;grid-template-columns:2.4em 7.6em 1fr 1.06fr 1fr;grid-template-rows:auto 1fr;position:relative}
        .ladder-head{padding-bottom:4px}.ladder-head span{font-weight:600;color:var(--faint);font-size:.88em}.in-client{grid-column:3}.in-server{grid-column:4}.in-provider{grid-column:5}
        .ladder .no{grid-column:1;grid-row:1/3;color:var(--faint);text-align:right;padding:3px 8px 0 0;font-size:.88em}.ladder .clock{grid-column:2;grid-row:1/3;padding-top:3px;font-variant-numeric:tabular-nums;font-size:.92em}
        .ladder .lane{position:absolute;left:-9999px}.ladder .spine{grid-row:1/3;border-left:2px solid var(--faint);min-height:8px}.ladder .spine.none{border-left-color:transparent}
        .ladder .spine.hole,.ladder .gap .cell{-webkit-print-color-adjust:exact;print-color-adjust:exact;background:repeating-linear-gradient(135deg,transparent 0 5px,var(--gap) 5px 10px)}.ladder .spine.hole{border-left-style:dashed;border-left-color:var(--line)}
        .ladder .cell{grid-row:2;padding:3px 12px 4px 14px;min-width:0;overflow-wrap:anywhere;position:relative;font-size:.95em;line-height:1.4}
        .ladder .cell>.sign{position:absolute;left:-5px;top:3px;width:12px;text-align:center;background:var(--ground);line-height:1.4;color:var(--good)}.ladder .fault .cell>.sign{color:var(--bad)}.ladder .missing .cell>.sign{color:var(--warn)}
        .ladder .missing .cell{border:1px dashed var(--warn);border-radius:6px;margin:4px 12px 4px 0;color:var(--warn)}.ladder .missing .cell>.sign{left:-7px}.ladder .missing .clock{color:var(--warn)}
        .ladder .gap .cell{margin:3px 12px 3px 6px;border-radius:6px;color:var(--faint);padding-left:10px}.ladder .gap .clock,.ladder .time .clock{color:var(--faint)}
        .ladder .time .clock,.ladder .day .clock{padding-bottom:3px}.ladder .day .clock{grid-column:1/3}.ladder .time.long .spine{min-height:26px}.ladder .row:target .cell{outline:2px solid var(--focus);outline-offset:2px;border-radius:4px}
        .ladder .ref{font-size:.8em;overflow-wrap:anywhere}.ladder details pre{font-size:.78em}
        .ladder .arrow{grid-row:1;height:10px;margin:2px 5px 0 7px;border-bottom:2px solid var(--info);position:relative;top:-1px}.ladder .cs{grid-column:3/4}.ladder .sp{grid-column:4/5}.ladder .cp{grid-column:3/5}
        .ladder .arrow::after{content:"";position:absolute;bottom:-6px;border:5px solid transparent}.ladder .right::after{right:-2px;border-left:8px solid var(--info);border-right:0}.ladder .left::after{left:-2px;border-right:8px solid var(--info);border-left:0}
        .ladder .fault .arrow{border-bottom-color:var(--bad)}.ladder .fault .right::after{border-left-color:var(--bad)}.ladder .fault .left::after{border-right-color:var(--bad)}
        .ladder .missing .arrow{border-bottom:2px dashed var(--warn)}.ladder .missing .right::after{border-left-color:var(--warn)}.ladder .missing .left::after{border-right-color:var(--warn)}
        .ladder .row:has(.arrow)>.no,.ladder .row:has(.arrow)>.clock{padding-top:15px}.ladder .row.missing>.clock{padding-top:10px}
        @media (max-width:640px){.ladder-head{display:none}.ladder .row{display:block;border-left:2px solid var(--faint);padding:5px 0 5px 12px}.ladder .row:has(.hole){border-left-style:dashed}.ladder .spine,.ladder .arrow{display:none}
        .ladder .row>.no,.ladder .row>.clock{padding:0!important;display:inline}.ladder .no:not(:empty){margin-right:6px}.ladder .no:not(:empty)::before{content:"#"}.ladder .lane{position:static;border:1px solid var(--line);border-radius:999px;padding:0 8px;font-size:.78em;color:var(--faint);white-space:nowrap;margin-left:6px}
        .ladder .cell{padding:2px 0 0;margin:0}.ladder .cell>.sign{position:static;background:none}.ladder .missing .cell,.ladder .gap .cell{margin:3px 0;padding:4px 10px}dl.advice{grid-template-columns:1fr}dl.advice dt{margin-top:4px}}
        @media print{.ladder .row{break-inside:avoid}.ladder .cell,.ladder .clock{font-size:8.5pt}.ladder .ref,.ladder details pre{font-size:7pt}.notice,dl.facts div,section.break{break-inside:avoid}}

        """
}
