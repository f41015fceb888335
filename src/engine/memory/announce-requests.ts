import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Event } from '../../protocol/event.ts'
import { memoryText } from '../../protocol/messages/engine/memory.ts'
import { notice } from '../../protocol/messages/notice.ts'

const MARK = '.background-requests-told'

/** Tells the person once that there are requests they did not make; where nothing can be kept, once a session. */
export const createAnnouncement = (at: {
  readonly configHome: string | undefined
  emit(event: Event): void
}): (() => void) => {
  let said = false
  return () => {
    if (said) return
    said = true
    if (at.configHome === undefined || markTold(at.configHome))
      at.emit(notice('info', memoryText('background_requests')))
  }
}

/** Whether it had not been told before. */
const markTold = (configHome: string): boolean => {
  try {
    mkdirSync(configHome, { recursive: true, mode: 0o700 })
    writeFileSync(join(configHome, MARK), '', { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    // Somebody else was faster, or told in an earlier session. Where nothing can be written it is told again.
    return (error as NodeJS.ErrnoException).code !== 'EEXIST'
  }
}
