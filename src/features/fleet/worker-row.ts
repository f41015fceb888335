import { isObject } from '../../lib/is-object.ts'

/** What a worker says about itself as long as it is there. */
export interface WorkerRow {
  readonly version: string
  readonly platform: string
  readonly slots: number
  readonly labels: readonly string[]
  readonly programs: readonly string[]
  readonly model?: string
}

/** From a worker: undefined for what is none. */
export const readWorkerRow = (text: string): WorkerRow | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    if (!isObject(value)) return undefined
    const { version, platform, slots, labels, programs, model } = value
    const areTexts = (list: unknown): list is readonly string[] =>
      Array.isArray(list) && list.length <= 100 && list.every(each => typeof each === 'string')
    if (typeof version !== 'string' || typeof platform !== 'string' || !Number.isSafeInteger(slots))
      return undefined
    if (!areTexts(labels) || !areTexts(programs)) return undefined
    const row = { version, platform, slots: slots as number, labels, programs }
    return typeof model === 'string' ? { ...row, model } : row
  } catch {
    return undefined
  }
}
