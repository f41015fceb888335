import { ListError } from '../../../lib/property-list/list-json.ts'
import { propertyListJson } from '../../../lib/property-list/property-list.ts'
import { settingsText } from '../../../protocol/messages/host/settings.ts'
import { MAX_SETTINGS_BYTES, type ReadText, readBytes } from '../read-bounded.ts'

/** Macs may keep what describes the profile itself (`PayloadUUID` …) beside what it says. */
const OF_PROFILE = /^Payload[A-Z]/

/** What a device management demands, as JSON text; it need not be stored as text. */
export const readPropertyList = (file: string): ReadText => {
  const read = readBytes(file)
  if (read.kind !== 'bytes') return read
  if (read.bytes.length === 0) return { kind: 'text', text: '' }
  try {
    return {
      kind: 'text',
      text: propertyListJson(read.bytes, { maxChars: MAX_SETTINGS_BYTES, leaveOut: OF_PROFILE }),
    }
  } catch (error) {
    if (!(error instanceof ListError)) throw error
    return { kind: 'unreadable', message: settingsText('not_list', { problem: error.message }) }
  }
}
