const LIGHT = `--bg:#faf9f6;--card:#fff;--line:#e4e1d9;--ink:#22211f;--soft:#6d6a63;--faint:#f2f0ea;--accent:#0b6e69;
--mine:#e7f1ef;--good:#2f7d4f;--bad:#b3372c;--warn:#a36a00;--add:#e3f3e6;--del:#fbe6e3;
--read:#6fb3ac;--written:#e0a94a;--fresh:#5b7fb5;--out:#b8708f;--tool:#8d97a8;--write:#4f9d69;--fetch:#8a6fc0;--agent:#c07a4a`
const DARK = `--bg:#15171a;--card:#1c1f23;--line:#30343a;--ink:#e6e3dc;--soft:#9a9a96;--faint:#22262b;--accent:#5cc0b8;
--mine:#1d3331;--good:#6fc48c;--bad:#ee8377;--warn:#d9a441;--add:#1c3325;--del:#3b2422;
--read:#3f8f88;--written:#b98534;--fresh:#5f86c2;--out:#a8637f;--tool:#667080;--write:#4c9366;--fetch:#8068b5;--agent:#b5713f`

/** The look of the page. No inline styles exist beside it: the page's own policy forbids them. */
export const PAGE_STYLE = `
:root{color-scheme:light;${LIGHT}}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]){color-scheme:dark;${DARK}}}
:root[data-theme=dark]{color-scheme:dark;${DARK}}
*{box-sizing:border-box}
html{scroll-padding-top:64px;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--bg);color:var(--ink);font:15px/1.55 ui-sans-serif,system-ui,-apple-system,"Segoe UI",sans-serif}
main{max-width:1120px;margin:0 auto;padding:8px 24px 64px}
p{margin:0}
h1{font-size:26px;line-height:1.25;margin:24px 0 4px;letter-spacing:-.01em;text-wrap:balance;overflow-wrap:anywhere}
h2{font-size:16px;margin:0 0 8px}
h3{font-size:11px;margin:0 0 4px;text-transform:uppercase;letter-spacing:.07em;color:var(--soft);font-weight:600}
h4{font-size:15px;margin:14px 0 4px}
a{color:var(--accent);text-decoration:none}
a:hover{text-decoration:underline}
pre,code,.path,.subject,.id{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:13px}
code{background:var(--faint);padding:1px 4px;border-radius:4px}
pre{margin:0;padding:10px 12px;background:var(--faint);border-radius:6px;white-space:pre-wrap;overflow-wrap:anywhere;max-height:480px;overflow:auto;line-height:1.45;unicode-bidi:plaintext}
img{max-width:100%;max-height:420px;border:1px solid var(--line);border-radius:6px}
summary{cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
.muted{color:var(--soft);font-size:13px}
.bad{color:var(--bad)}
.plus{color:var(--good)}
.minus{color:var(--bad)}
.plus,.minus,.usd,.took,.number,.figures,.big{font-variant-numeric:tabular-nums}
.grow{flex:1}
.bar-top{position:sticky;top:0;z-index:2;background:var(--bg);border-bottom:1px solid var(--line)}
.bar-top .inner{max-width:1120px;margin:0 auto;padding:10px 24px;display:flex;gap:10px;align-items:center}
input[type=search]{font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:8px;padding:6px 12px;width:min(360px,50%)}
button{font:inherit;font-size:13px;color:var(--soft);background:var(--card);border:1px solid var(--line);border-radius:8px;padding:6px 12px;cursor:pointer;white-space:nowrap}
button:hover{color:var(--ink)}
button[aria-pressed=true]{color:var(--card);background:var(--accent);border-color:var(--accent)}
.meta{display:flex;flex-wrap:wrap;gap:2px 16px;color:var(--soft);font-size:13px;margin-bottom:20px;overflow-wrap:anywhere}
.cards{display:grid;grid-template-columns:repeat(5,1fr);gap:12px;margin-bottom:12px}
.card,.panel,.turn{background:var(--card);border:1px solid var(--line);border-radius:12px}
.card{padding:14px 16px}
.big{font-size:21px;font-weight:600;letter-spacing:-.01em;white-space:nowrap}
.card .plus+.minus{margin-left:8px}
.columns{display:grid;grid-template-columns:minmax(0,3fr) minmax(0,2fr);gap:12px;align-items:start}
.side{display:grid;gap:12px}
.panel{padding:16px 18px}
.asked-list{max-height:520px;overflow:auto}
.asked-list>.muted{margin-bottom:8px}
.ask{display:grid;grid-template-columns:24px minmax(0,1fr) auto 56px 56px;gap:2px 10px;align-items:center;padding:6px 0;border-top:1px solid var(--faint);color:inherit;content-visibility:auto;contain-intrinsic-size:auto 54px}
.ask:hover{text-decoration:none;background:var(--faint)}
.ask .words{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden;overflow-wrap:anywhere;line-height:1.4}
.number{color:var(--soft);font-size:13px}
.took{color:var(--soft);font-size:13px;text-align:right;white-space:nowrap}
.figures{display:flex;gap:10px;font-size:13px;color:var(--soft);white-space:nowrap}
.usd{color:var(--ink)}
.row{display:flex;gap:10px;align-items:baseline;padding:4px 0;border-top:1px solid var(--faint);font-size:13px}
.row .path{flex:1;min-width:0;overflow-wrap:anywhere}
.turns a{margin-left:6px}
.context{margin-top:12px}
svg{display:block}
.chart{width:100%;height:96px;margin-top:10px;border-bottom:1px solid var(--line)}
.track{width:100%;height:8px;background:var(--faint);border-radius:4px}
.read{fill:var(--read);background:var(--read)}
.written{fill:var(--written);background:var(--written)}
.fresh{fill:var(--fresh);background:var(--fresh)}
.out{fill:var(--out);background:var(--out)}
.bar{fill:var(--tool)}
.bar.turn-time{fill:var(--accent)}
.bar.run{fill:var(--fresh)}
.bar.write{fill:var(--write)}
.bar.fetch{fill:var(--fetch)}
.bar.agent{fill:var(--agent)}
.bar.failed{fill:var(--bad)}
.legend{display:flex;flex-wrap:wrap;gap:4px 18px;font-size:13px;color:var(--soft);margin-top:8px}
.key{display:inline-block;width:10px;height:10px;border-radius:3px;margin-right:6px}
.turns-title{margin:32px 0 10px;font-size:18px}
.turn{padding:14px 18px;margin-bottom:12px;content-visibility:auto;contain-intrinsic-size:auto 320px}
.turn:target{border-color:var(--accent)}
.turn.aside,.ask.aside{opacity:.65}
.turn>header{display:flex;gap:12px;align-items:baseline;flex-wrap:wrap;margin-bottom:8px}
.turn>header .number{font-weight:600;color:var(--accent)}
.turn>header .figures{margin-left:auto;flex-wrap:wrap}
.tag{font-size:12px;border:1px solid var(--line);border-radius:99px;padding:0 8px;color:var(--soft)}
.request{background:var(--mine);border-radius:10px;padding:10px 14px;margin-bottom:10px;white-space:pre-wrap;overflow-wrap:anywhere}
.request.program,.request.summary{background:var(--faint)}
.request .muted{margin-bottom:4px}
.long>summary,.quiet>summary{color:var(--soft);font-size:13px;padding:3px 0}
.long>summary::before,.quiet>summary::before{content:"▸ "}
.long[open]>summary::before,.quiet[open]>summary::before{content:"▾ "}
.quiet p,.quiet pre{color:var(--soft);white-space:pre-wrap;overflow-wrap:anywhere;margin:2px 0 8px}
.quiet p{border-left:2px solid var(--line);padding-left:12px}
.text{margin:8px 0;max-width:78ch}
.text p{white-space:pre-wrap;overflow-wrap:anywhere;margin-bottom:8px}
.text pre{margin-bottom:8px}
.notice{color:var(--warn);font-size:13px;white-space:pre-wrap;padding:3px 0}
.discarded{opacity:.5}
.discarded.text p{text-decoration:line-through}
.call>summary,.lane>summary{display:grid;grid-template-columns:10px 84px minmax(0,1fr) auto 64px 22%;gap:10px;align-items:center;padding:5px 8px;margin:0 -8px;border-radius:8px}
.call>summary:hover,.lane>summary:hover{background:var(--faint)}
.subject{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;unicode-bidi:isolate}
.tool{font-size:13px;font-weight:600;overflow:hidden;text-overflow:ellipsis}
.outcome{font-size:13px;color:var(--soft);white-space:nowrap}
.outcome.bad{color:var(--bad)}
.dot{width:8px;height:8px;border-radius:50%;background:var(--good)}
.dot.bad{background:var(--bad)}
.dot.open{background:var(--warn)}
.dot.agent{background:var(--agent)}
.body{display:grid;gap:8px;padding:4px 0 12px 20px;min-width:0}
.body .input{border-left:3px solid var(--accent);border-radius:0 6px 6px 0}
.lane .body{border-left:2px solid var(--agent);margin-left:3px}
.changes{margin-top:12px}
.changes h4{font-size:13px;color:var(--soft);font-weight:600}
.file{border:1px solid var(--line);border-radius:8px;margin-top:6px;overflow:hidden}
.file>summary,.file.bare{display:flex;gap:10px;align-items:baseline;padding:6px 12px;font-size:13px}
.file .path{min-width:0;overflow-wrap:anywhere}
.file .muted{margin-left:auto;white-space:nowrap}
.diff{font:12.5px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;border-top:1px solid var(--line);max-height:560px;overflow:auto}
.diff div{display:flex}
.diff i{flex:0 0 46px;text-align:right;padding-right:8px;color:var(--soft);font-style:normal;user-select:none}
.diff b{flex:0 0 16px;font-weight:400;user-select:none}
.diff span{white-space:pre-wrap;overflow-wrap:anywhere;min-width:0;unicode-bidi:isolate}
.diff .add{background:var(--add)}
.diff .del{background:var(--del)}
.diff .gap{display:block;text-align:center;color:var(--soft);background:var(--faint)}
.replies{display:flex;flex-wrap:wrap;gap:4px 16px;align-items:end;color:var(--soft);font-size:13px;border-top:1px solid var(--faint);margin-top:12px;padding-top:8px}
.replies .chart{width:120px;height:26px;margin:0}
.foot{margin-top:24px}
[hidden]{display:none!important}
::highlight(found){background:var(--written);color:#000}
@media (max-width:900px){.cards{grid-template-columns:repeat(auto-fit,minmax(150px,1fr))}.columns{grid-template-columns:minmax(0,1fr)}}
@media (max-width:700px){
main,.bar-top .inner{padding-left:14px;padding-right:14px}
.bar-top .inner{flex-wrap:wrap}
input[type=search]{width:100%}
h1{font-size:21px}
.ask{grid-template-columns:24px minmax(0,1fr) auto}
.ask .took,.ask .track{display:none}
.call>summary,.lane>summary{grid-template-columns:10px auto minmax(0,1fr) auto}
.call .took,.lane .took{display:none}
.call .track,.lane .track{grid-column:2/-1;height:5px}
.turn{padding:12px 14px}
.turn>header .figures{margin-left:0}
.diff i{flex-basis:34px}
}
@media print{.bar-top{display:none}.turn,.ask{content-visibility:visible}.asked-list,pre,.diff{max-height:none}}
`
