/** Rows of fields. */
export const parseCsv = text => {
  const rows = [[]]
  let field = ''
  let quoted = false
  const source = text.replace(/\r\n/g, '\n').replace(/\n+$/, '')
  for (let at = 0; at < source.length; at++) {
    const sign = source[at]
    if (quoted && sign === '"' && source[at + 1] === '"') {
      field += '"'
      at++
    } else if (sign === '"') quoted = !quoted
    else if (!quoted && (sign === ',' || sign === '\n')) {
      rows.at(-1).push(field)
      field = ''
      if (sign === '\n') rows.push([])
    } else field += sign
  }
  rows.at(-1).push(field)
  return rows
}
