const SIGNS: [number, string][] = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
]

export const toRoman = (value: number): string => {
  if (!Number.isInteger(value) || value < 1 || value > 3999) throw new RangeError(`no Roman number: ${value}`)
  let [left, text] = [value, '']
  for (const [amount, sign] of SIGNS)
    while (left >= amount) {
      text += sign
      left -= amount
    }
  return text
}
