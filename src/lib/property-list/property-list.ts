import { binaryList } from './binary-list.ts'
import { ListError, type ListJson } from './list-json.ts'
import { xmlList } from './xml-list.ts'

/**
 * The JSON text of a property list in either form that macOS writes: settings of a device management are kept so. Keys
 * given twice stay so; dates become text, data base64. Throws ListError.
 */
export const propertyListJson = (bytes: Uint8Array, limits: ListJson): string => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (buffer.subarray(0, 8).toString('latin1') === 'bplist00') return binaryList(buffer, limits)
  if (buffer.subarray(0, 6).toString('latin1') === 'bplist') throw new ListError('another version')
  return xmlList(buffer.toString('utf8').replace(/^\uFEFF/, ''), limits)
}
