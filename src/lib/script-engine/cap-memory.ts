/** Of WebAssembly memory. */
const PAGE_BYTES = 64 * 1024

const HEADER_BYTES = 8
const MEMORY_SECTION = 5
/** A count of one memory, then its flags. */
const MOST_SECTION_BYTES = 16

/**
 * The same module, whose memory the machine itself does not let grow beyond so many bytes: what the interpreter counts
 * of its own memory can be passed, this cannot.
 */
export const capMemory = (module: Uint8Array<ArrayBuffer>, maxBytes: number): Uint8Array<ArrayBuffer> => {
  const section = findSection(module, MEMORY_SECTION)
  const [count, flags, ...rest] = section ? module.subarray(section.from, section.to) : []
  if (!section || count !== 1 || flags === undefined || flags > 1 || rest.length > MOST_SECTION_BYTES)
    throw new Error('the interpreter does not declare its memory as it did')
  const { value: least } = readNumber(module, section.from + 2)
  const most = Math.max(least, Math.floor(maxBytes / PAGE_BYTES))
  const body = [1, 1, ...numberBytes(least), ...numberBytes(most)]
  const made = [MEMORY_SECTION, ...numberBytes(body.length), ...body]
  const capped = new Uint8Array(module.length - (section.to - section.start) + made.length)
  capped.set(module.subarray(0, section.start))
  capped.set(made, section.start)
  capped.set(module.subarray(section.to), section.start + made.length)
  return capped
}

interface Section {
  readonly start: number
  readonly from: number
  readonly to: number
}

const findSection = (module: Uint8Array, wanted: number): Section | undefined => {
  for (let start = HEADER_BYTES; start < module.length; ) {
    const { value: size, next: from } = readNumber(module, start + 1)
    if (module[start] === wanted) return { start, from, to: from + size }
    start = from + size
  }
  return undefined
}

/** Numbers stand in seven bits a byte, the lowest first. */
const readNumber = (module: Uint8Array, at: number): { readonly value: number; readonly next: number } => {
  let value = 0
  for (let index = at, factor = 1; ; index += 1, factor *= 128) {
    const byte = module[index] ?? 0
    value += (byte & 127) * factor
    if (byte < 128) return { value, next: index + 1 }
  }
}

const numberBytes = (value: number): readonly number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...numberBytes(Math.floor(value / 128))]
