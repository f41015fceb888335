import { type Field, fieldsOf, isMessage, type MessageName, type Wire } from './messages.ts'

/** The JSON form of OTLP: hex ids, numbers of enums, 64-bit integers as text. */
export const encodeJson = (name: MessageName, value: Wire): string => JSON.stringify(toJson(name, value))

const toJson = (name: MessageName, value: Wire): Record<string, unknown> => {
  const json: Record<string, unknown> = {}
  for (const { key, field, items } of fieldsOf(name, value)) {
    const { kind } = field
    const written = items.map(item => (isMessage(kind) ? toJson(kind, item as Wire) : scalar(kind, item)))
    json[key] = field.many ? written : written[0]
  }
  return json
}

const scalar = (kind: Field['kind'], item: unknown): unknown =>
  kind === 'int64' || kind === 'fixed64' ? String(item) : item
