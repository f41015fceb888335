/** Where the small squares of each version stand, across and down. */
const ALIGNMENT: readonly (readonly number[])[] = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
]

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  x => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

/** The lowest level of correction. */
const LEVEL = 0b01
const VERSION_FROM = 7

/** The squares of one code: what readers look for, and the data around it. */
export class QrGrid {
  readonly #version: number
  readonly #size: number
  readonly #dark: boolean[][]
  readonly #fixed: boolean[][]

  constructor(version: number) {
    this.#version = version
    this.#size = 17 + 4 * version
    const rows = (): boolean[][] =>
      Array.from({ length: this.#size }, () => new Array<boolean>(this.#size).fill(false))
    this.#dark = rows()
    this.#fixed = rows()
    this.#drawFixed()
  }

  /** With the mask that is read most easily. */
  filled(bytes: readonly number[]): readonly (readonly boolean[])[] {
    this.#drawData(bytes)
    const tried = MASKS.map((mask, number) => {
      this.#drawFormat(number)
      const rows = this.#dark.map((row, y) =>
        row.map((dark, x) => (this.#fixed[y]?.[x] ? dark : dark !== mask(x, y))),
      )
      return { rows, penalty: penaltyOf(rows) }
    })
    return tried.toSorted((a, b) => a.penalty - b.penalty)[0]?.rows ?? []
  }

  #set(x: number, y: number, dark: boolean): void {
    const row = this.#dark[y]
    const fixed = this.#fixed[y]
    if (!row || !fixed || x < 0 || x >= this.#size) return
    row[x] = dark
    fixed[x] = true
  }

  #drawFixed(): void {
    const last = this.#size - 1
    for (let at = 0; at <= last; at++) {
      this.#set(6, at, at % 2 === 0)
      this.#set(at, 6, at % 2 === 0)
    }
    for (const [x, y] of [
      [3, 3],
      [last - 3, 3],
      [3, last - 3],
    ] as const)
      this.#drawSquare(x, y, { reach: 4, light: [2, 4] })
    const places = ALIGNMENT[this.#version - 1] ?? []
    const end = places.at(-1)
    for (const x of places)
      for (const y of places)
        if (!(x === 6 && y === 6) && !(x === 6 && y === end) && !(x === end && y === 6))
          this.#drawSquare(x, y, { reach: 2, light: [1] })
    this.#drawFormat(0)
    this.#drawVersion()
  }

  #drawSquare(
    x: number,
    y: number,
    { reach, light }: { readonly reach: number; readonly light: readonly number[] },
  ): void {
    for (let dy = -reach; dy <= reach; dy++)
      for (let dx = -reach; dx <= reach; dx++)
        this.#set(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))))
  }

  #drawFormat(mask: number): void {
    const bits = formatBits(mask)
    const bit = (at: number): boolean => ((bits >>> at) & 1) === 1
    const last = this.#size - 1
    for (let at = 0; at < 6; at++) this.#set(8, at, bit(at))
    this.#set(8, 7, bit(6))
    this.#set(8, 8, bit(7))
    this.#set(7, 8, bit(8))
    for (let at = 9; at < 15; at++) this.#set(14 - at, 8, bit(at))
    for (let at = 0; at < 8; at++) this.#set(last - at, 8, bit(at))
    for (let at = 8; at < 15; at++) this.#set(8, last - 14 + at, bit(at))
    this.#set(8, last - 7, true)
  }

  #drawVersion(): void {
    if (this.#version < VERSION_FROM) return
    const bits = versionBits(this.#version)
    for (let at = 0; at < 18; at++) {
      const dark = ((bits >>> at) & 1) === 1
      const far = this.#size - 11 + (at % 3)
      this.#set(far, Math.floor(at / 3), dark)
      this.#set(Math.floor(at / 3), far, dark)
    }
  }

  /** Two columns at a time, from the right, up and down. */
  #drawData(bytes: readonly number[]): void {
    let at = 0
    let up = true
    for (let right = this.#size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5
      for (let step = 0; step < this.#size; step++) {
        const y = up ? this.#size - 1 - step : step
        for (const x of [right, right - 1]) {
          const row = this.#dark[y]
          if (!row || this.#fixed[y]?.[x]) continue
          row[x] = (((bytes[at >>> 3] ?? 0) >>> (7 - (at & 7))) & 1) === 1
          at++
        }
      }
      up = !up
    }
  }
}

/** Five bits and what corrects them. */
export const formatBits = (mask: number): number => {
  const data = (LEVEL << 3) | mask
  return ((data << 10) | remainder(data, { bits: 10, by: 0x537 })) ^ 0x5412
}

export const versionBits = (version: number): number =>
  (version << 12) | remainder(version, { bits: 12, by: 0x1f25 })

const remainder = (data: number, { bits, by }: { readonly bits: number; readonly by: number }): number => {
  let rest = data
  for (let step = 0; step < bits; step++) rest = (rest << 1) ^ ((rest >>> (bits - 1)) * by)
  return rest
}

/** Long runs, blocks, what looks like a corner, and much more of one than of the other. */
const penaltyOf = (rows: readonly (readonly boolean[])[]): number => {
  const lines = [...rows, ...rows.map((_, x) => rows.map(row => row[x] ?? false))].map(line =>
    line.map(dark => (dark ? '1' : '0')).join(''),
  )
  let penalty = 0
  for (const line of lines) {
    for (const [run] of line.matchAll(/1{5,}|0{5,}/g)) penalty += run.length - 2
    for (const _ of line.matchAll(/(?=10111010000|00001011101)/g)) penalty += 40
  }
  for (const [y, row] of rows.entries())
    for (const [x, dark] of row.entries())
      if (x > 0 && y > 0 && [row[x - 1], rows[y - 1]?.[x], rows[y - 1]?.[x - 1]].every(each => each === dark))
        penalty += 3
  const dark = rows.flat().filter(Boolean).length / rows.length ** 2
  return penalty + 10 * Math.floor(Math.abs(dark - 0.5) * 20)
}
