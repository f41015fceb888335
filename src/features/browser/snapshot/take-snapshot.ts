import type { BrowserPart } from '../../../protocol/tools/browser.ts'
import { PipeError } from '../pipe.ts'
import { browserSays as says } from '../says.ts'
import type { Tab } from '../tab.ts'
import { changesBetween } from './changes.ts'
import { type Bounded, boundedOutline, firstOf, linesOf, linesWith, type PageRow, treeOf } from './outline.ts'

interface Snapshot {
  readonly gone?: true
  readonly rows: readonly PageRow[]
  readonly cut: boolean
  readonly title: string
  readonly width: number
  readonly height: number
}

/** What one look may cost, all of it; differences are to be cheaper. */
const WHOLE_TOKENS = 1_750
const CHANGE_TOKENS = 1_100
const MOST_FRAMES = 12
/** Smaller frames show nothing that people look at. */
const SMALLEST = 40
const FRAME_MS = 2_000

/** All that a page shows, its frames behind it. */
const readPage = async (
  tab: Tab,
): Promise<{ readonly tree: ReturnType<typeof treeOf>; readonly cut: boolean }> => {
  const main = await tab.ask<Snapshot>('snapshot()')
  tab.title = main.title
  const others = tab.frames.all().filter(({ id, context }) => id !== tab.target && context !== undefined)
  const frames = await Promise.all(
    others.slice(0, MOST_FRAMES).map(async ({ id }) => {
      // A frame that hangs or goes keeps nobody from seeing the rest.
      const found = await tab.ask<Snapshot>('snapshot()', id, FRAME_MS).catch(() => undefined)
      if (!found?.rows || found.width < SMALLEST || found.height < SMALLEST) return []
      return treeOf([[0, 0, 'frame', found.title, '', 0, 0], ...found.rows.map(deeper)], tab.prefixOf(id))
    }),
  )
  return { tree: [...treeOf(main.rows, ''), ...frames.flat()], cut: main.cut }
}

const deeper = ([depth, ...row]: PageRow): PageRow => [depth + 1, ...row]

/** The page as an outline. */
export const wholePage = async (tab: Tab): Promise<readonly BrowserPart[]> => {
  const { tree, cut } = await readPage(tab)
  tab.shown = { lines: linesOf(tree), cut }
  return [
    { said: says('whole') },
    ...boundedParts(boundedOutline(tree, WHOLE_TOKENS)),
    ...(cut ? [{ said: says('cut') }] : []),
  ]
}

/** What is different since the last look; the whole where there was none, or little is as it was. */
export const changedPage = async (tab: Tab): Promise<readonly BrowserPart[]> => {
  const before = tab.shown
  if (!before) return await wholePage(tab)
  const { tree, cut } = await readPage(tab)
  const now = linesOf(tree)
  const changes = changesBetween(before.lines, now, { tokens: CHANGE_TOKENS, cut: before.cut })
  tab.shown = { lines: now, cut }
  if (changes.mostly) return [{ said: says('whole') }, ...boundedParts(boundedOutline(tree, WHOLE_TOKENS))]
  if (changes.text === '') return [{ said: says('same') }]
  return [{ said: says('changes') }, ...boundedParts({ ...changes, before: 0 })]
}

/** Only what is in an element. */
export const partOfPage = async (
  tab: Tab,
  { frame, number }: { readonly frame: string; readonly number: number },
): Promise<readonly BrowserPart[] | undefined> => {
  const found = await tab.ask<Snapshot>(`snapshot(${number})`, frame)
  if (found.gone) return undefined
  return boundedParts(boundedOutline(treeOf(found.rows, tab.prefixOf(frame)), WHOLE_TOKENS))
}

/** Only lines with these words. */
export const linesOfPage = async (tab: Tab, words: string): Promise<readonly BrowserPart[]> => {
  const { tree } = await readPage(tab)
  const found = linesWith(linesOf(tree), words)
  if (found.length === 0) return [{ said: says('nothingWith') }]
  return boundedParts({ ...firstOf(found, WHOLE_TOKENS), before: 0 })
}

const boundedParts = ({ text, before, behind }: Bounded): readonly BrowserPart[] => [
  ...(before > 0 ? [{ said: says('above', { count: before }) }] : []),
  ...(text === '' ? [] : [{ foreign: text }]),
  ...(behind > 0 ? [{ said: says('behind', { count: behind }) }] : []),
]

/** A page that is just replaced by another is looked at again. */
export const whenThere = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof PipeError) || error.kind !== 'refused') throw error
    return await work()
  }
}
