import { ToolError } from '../../../protocol/tool.ts'
import { exceptionText } from '../page-log.ts'
import { Recording } from '../picture/recording.ts'
import { takePicture } from '../picture/screenshot.ts'
import { browserSays as says } from '../says.ts'
import { linesOfPage, partOfPage, wholePage } from '../snapshot/take-snapshot.ts'
import { type Acting, type Done, failed, needed, resolveRef } from './acting.ts'

const MOST_ANSWER = 6_000
const MOST_LOG = 5_000
const WAIT_SECONDS = 10
const MOST_WAIT = 60

export const snapshot = async ({ tab, wish }: Acting): Promise<Done> => {
  if (wish.ref !== undefined) {
    const parts = await partOfPage(tab, resolveRef(tab, wish.ref))
    return parts ? { parts } : failed(says('goneRef', { ref: wish.ref }))
  }
  return { parts: wish.text === undefined ? await wholePage(tab) : await linesOfPage(tab, wish.text) }
}

export const screenshot = async ({ tab, wish, pictureSize }: Acting): Promise<Done> => {
  const place = wish.ref === undefined ? undefined : resolveRef(tab, wish.ref)
  const picture = await takePicture(tab, { size: pictureSize, full: wish.full, place })
  return picture ? { picture } : failed(says('goneRef', { ref: wish.ref ?? '' }))
}

export const consoleLog = async ({ tab, wish }: Acting): Promise<Done> => listed(tab.log.console(), wish.text)

export const networkLog = async ({ tab, wish }: Acting): Promise<Done> => listed(tab.log.network(), wish.text)

const listed = (lines: readonly string[], words: string | undefined): Done => {
  const wanted = words === undefined ? lines : lines.filter(line => line.includes(words))
  const kept: string[] = []
  let left = MOST_LOG
  for (const line of [...wanted].reverse()) {
    left -= line.length + 1
    if (left < 0) break
    kept.unshift(line)
  }
  return { parts: kept.length === 0 ? [{ said: says('quiet') }] : [{ foreign: kept.join('\n') }] }
}

export const wait = async ({ tab, wish, signal }: Acting): Promise<Done> => {
  const seconds = Math.min(MOST_WAIT, wish.seconds ?? WAIT_SECONDS)
  const end = performance.now() + seconds * 1_000
  while (performance.now() < end && !signal.aborted) {
    const left = Math.min(1_000, end - performance.now())
    if (wish.text === undefined) await tab.loading.changed(Math.min(left, 100))
    // Between two documents there is nobody to ask.
    else if (
      await tab
        .ask<boolean>(`until(${JSON.stringify(wish.text)}, ${Math.max(0, left - 50)})`)
        .catch(() => tab.loading.changed(50))
    )
      return { parts: [{ said: says('appeared') }], look: 'changes' }
  }
  if (signal.aborted) return { parts: [{ said: says('stopped') }] }
  if (wish.text !== undefined) return { ...failed(says('notAppeared', { seconds })), look: 'changes' }
  return { parts: [{ said: says('waited', { seconds }) }], look: 'changes' }
}

interface Answered {
  readonly result: { readonly type?: string; readonly value?: unknown; readonly description?: string }
  readonly exceptionDetails?: unknown
}

/** In the page's own world, as if it were typed into its console. */
export const evaluate = async ({ tab, wish }: Acting): Promise<Done> => {
  const expression = needed(wish, 'script')
  const { result, exceptionDetails } = await tab.send<Answered>('Runtime.evaluate', {
    expression,
    replMode: true,
    awaitPromise: true,
    returnByValue: true,
    userGesture: true,
    timeout: 5_000,
  })
  if (exceptionDetails !== undefined)
    return {
      failed: true,
      parts: [{ foreign: exceptionText(exceptionDetails).slice(0, MOST_ANSWER) }],
      look: 'changes',
    }
  const { value, description, type } = result
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? description ?? String(type))
  return { parts: [{ foreign: text.slice(0, MOST_ANSWER) }], look: 'changes' }
}

export const record = async ({ tab, save }: Acting): Promise<Done> => {
  const running = tab.recording
  if (!running) {
    const fresh = new Recording(tab)
    tab.recording = fresh
    await fresh.begin()
    return { parts: [{ said: says('records') }] }
  }
  tab.recording = undefined
  const made = await running.end()
  if (!made) throw new ToolError(says('noPictures'))
  const path = save(made.data, 'png')
  return { file: path, parts: [{ said: says('recorded', { count: made.count, path }) }] }
}
