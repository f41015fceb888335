/** Rows of cells as a Markdown table, or in plain columns for where nobody draws one. Numbers stand to the right. */
export const columns = (
  header: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  rich: boolean,
): string => {
  const numeric = header.map((_, at) => rows.every(row => typeof row[at] === 'number'))
  const cells = rows.map(row => row.map(cell => (typeof cell === 'number' ? grouped(cell) : oneLine(cell))))
  if (rich) {
    const rule = header.map((_, at) => (numeric[at] ? '---:' : '---'))
    return [header, rule, ...cells.map(row => row.map(cell => cell.replaceAll('|', '\\|')))]
      .map(row => `| ${row.join(' | ')} |`)
      .join('\n')
  }
  const widths = header.map((name, at) => Math.max(name.length, ...cells.map(row => row[at]?.length ?? 0)))
  return [header, ...cells]
    .map(row =>
      row
        .map((cell, at) => (numeric[at] ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** 1234567 → 1,234,567 */
export const grouped = (value: number): string => String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',')

export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

export const dollars = (usd: number): string => `$${usd.toFixed(usd < 1 ? 4 : 2)}`

const oneLine = (text: string): string => text.replace(/\s+/g, ' ')
