import { type Field, fieldsOf, isMessage, type MessageName, type Scalar, type Wire } from './messages.ts'

const VARINT = 0
const EIGHT_BYTES = 1
const LENGTH = 2

/** The binary form of OTLP. */
export const encodeProtobuf = (name: MessageName, value: Wire): Uint8Array => {
  const parts: Uint8Array[] = []
  for (const { field, items } of fieldsOf(name, value))
    for (const item of items) parts.push(...encodeField(field, item))
  return Buffer.concat(parts)
}

const encodeField = ({ tag, kind }: Field, item: unknown): readonly Uint8Array[] => {
  if (isMessage(kind)) return framed(tag, LENGTH, encodeProtobuf(kind, item as Wire))
  const [wireType, bytes] = encodeScalar(kind, item)
  return framed(tag, wireType, bytes)
}

const framed = (tag: number, wireType: number, bytes: Uint8Array): readonly Uint8Array[] => [
  varint(BigInt((tag << 3) | wireType)),
  ...(wireType === LENGTH ? [varint(BigInt(bytes.length))] : []),
  bytes,
]

const encodeScalar = (kind: Scalar, item: unknown): readonly [wireType: number, bytes: Uint8Array] => {
  switch (kind) {
    case 'string':
      return [LENGTH, Buffer.from(item as string)]
    case 'id':
      return [LENGTH, Buffer.from(item as string, 'hex')]
    case 'bool':
      return [VARINT, varint(item === true ? 1n : 0n)]
    case 'enum':
    case 'int64':
      return [VARINT, varint(BigInt.asUintN(64, BigInt(item as number | bigint)))]
    case 'fixed64':
      return [EIGHT_BYTES, eightBytes(bytes => bytes.writeBigUInt64LE(item as bigint))]
    case 'double':
      return [EIGHT_BYTES, eightBytes(bytes => bytes.writeDoubleLE(item as number))]
  }
}

const eightBytes = (fill: (bytes: Buffer) => void): Uint8Array => {
  const bytes = Buffer.alloc(8)
  fill(bytes)
  return bytes
}

/** Seven bits a byte, the lowest first; the top bit says that more follow. */
const varint = (value: bigint): Uint8Array => {
  const bytes: number[] = []
  for (let rest = value; ; rest >>= 7n) {
    const low = Number(rest & 0x7fn)
    if (rest < 0x80n) return Uint8Array.from([...bytes, low])
    bytes.push(low | 0x80)
  }
}
