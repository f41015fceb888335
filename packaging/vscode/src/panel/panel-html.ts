export interface PanelHtml {
  /** Where the editor serves local files for this panel. */
  readonly cspSource: string
  readonly style: string
  readonly theme: string
  readonly bridge: string
  readonly script: string
  readonly preload: readonly string[]
  readonly chinese: string | undefined
  readonly language: string
  /** What the panel begins with, behind the # of an address. */
  readonly route: string
  /** Another one makes the editor load the panel anew. */
  readonly generation: number
}

/**
 * The page in a panel. It loads nothing but the files named here and reaches nobody by itself: all it says goes to the
 * extension.
 */
export const panelHtml = (at: PanelHtml): string => `<!doctype html>
<html lang="${escaped(at.language)}" data-places="open"${at.chinese === undefined ? '' : ` data-chinese="${escaped(at.chinese)}"`}>
<head>
<meta charset="utf-8">
${policy(at.cspSource)}
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Capstan</title>
<link rel="stylesheet" href="${escaped(at.style)}">
<link rel="stylesheet" href="${escaped(at.theme)}">
<script src="${escaped(at.bridge)}" data-route="${escaped(at.route)}" data-language="${escaped(at.language)}" data-generation="${at.generation}"></script>
${at.preload.map(each => `<link rel="modulepreload" href="${escaped(each)}">\n`).join('')}<script type="module" src="${escaped(at.script)}"></script>
</head>
<body>
<div id="page"></div>
</body>
</html>
`

/** A few words, and a button. */
export const messageHtml = (at: {
  readonly cspSource: string
  readonly theme: string
  readonly bridge: string
  readonly text: string
  readonly button: string | undefined
  readonly generation: number
}): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${policy(at.cspSource)}
<link rel="stylesheet" href="${escaped(at.theme)}">
<script src="${escaped(at.bridge)}" data-generation="${at.generation}"></script>
</head>
<body class="message">
<p role="status">${escaped(at.text)}</p>
${at.button === undefined ? '' : `<button type="button" id="again">${escaped(at.button)}</button>`}
</body>
</html>
`

const policy = (source: string): string =>
  `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src ${source}; style-src ${source}; ` +
  `img-src ${source} data: blob:; font-src ${source}; base-uri 'none'; form-action 'none'">`

const escaped = (text: string): string => text.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`)
