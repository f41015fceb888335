/** Rows of cells in columns of blanks. Columns of numbers stand to the right. */
export const columns = (
  header: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string => {
  const numeric = header.map((_, at) => rows.every(row => typeof row[at] === 'number'))
  const cells = rows.map(row => row.map(cell => (typeof cell === 'number' ? grouped(cell) : oneLine(cell))))
  const widths = header.map((name, at) =>
    Math.max(widthOf(name), ...cells.map(row => widthOf(row[at] ?? ''))),
  )
  return [header, ...cells]
    .map(row =>
      row
        .map((cell, at) => {
          const blanks = ' '.repeat((widths[at] ?? 0) - widthOf(cell))
          return numeric[at] ? blanks + cell : cell + blanks
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** In columns of a screen: Chinese, Japanese and Korean signs take two. */
const widthOf = (text: string): number => text.length + (text.match(WIDE)?.length ?? 0)

const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/g

/** 1234567 → 1,234,567 */
export const grouped = (value: number): string => String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',')

export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

const oneLine = (text: string): string => text.replace(/\s+/g, ' ')
