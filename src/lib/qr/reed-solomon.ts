/** What is put behind `data` so that `count` bytes of it may be lost (QR codes: the field of 0x11d). */
export const correctionOf = (data: readonly number[], count: number): readonly number[] => {
  const generator = generatorOf(count)
  const rest = new Array<number>(count).fill(0)
  for (const byte of data) {
    const factor = byte ^ (rest.shift() ?? 0)
    rest.push(0)
    for (const [at, coefficient] of generator.entries())
      rest[at] = (rest[at] ?? 0) ^ times(coefficient, factor)
  }
  return rest
}

/** Without its leading one. */
const generatorOf = (count: number): readonly number[] => {
  let product = [...new Array<number>(count - 1).fill(0), 1]
  let root = 1
  for (let step = 0; step < count; step++) {
    product = product.map((value, at) => times(value, root) ^ (product[at + 1] ?? 0))
    root = times(root, 2)
  }
  return product
}

const times = (a: number, b: number): number => {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d)
    product ^= ((b >>> bit) & 1) * a
  }
  return product
}
