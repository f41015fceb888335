import type { AnsweredText, SettingsMemory } from '../../engine/options/settings-port.ts'
import { changeState, type State, type StateDeps } from '../../features/trust/state-file.ts'
import {
  confirmSettings,
  holdSettings,
  type SettingsText,
} from '../../features/trust/unconfirmed-settings.ts'
import { errorText } from '../../lib/error-text.ts'
import type { Gathered } from './gather-settings.ts'

/** Kept in the state of the person, beside the trust in the folder. */
export const createSettingsMemory = (
  { places, texts, trustRoot }: Pick<Gathered, 'places' | 'texts' | 'trustRoot'>,
  means: StateDeps,
): SettingsMemory & {
  isHeld(file: string, text: string): boolean
  isOwn(file: string, text: string): boolean
} => {
  const confirmed = new Set<string>()
  const known = new Set<string>()
  const own = new Set<string>()
  const keyOf = ({ file, text }: Pick<SettingsText, 'file' | 'text'>): string => JSON.stringify([file, text])
  const isHeld = (file: string, text: string): boolean =>
    !confirmed.has(file) && places.unconfirmed?.(file, text) === true
  const isOwn = (file: string, text: string): boolean =>
    own.has(keyOf({ file, text })) || places.own?.(file, text) === true
  const change = async (how: (state: State) => State): Promise<string | undefined> => {
    try {
      await changeState(places.configHome, how, means)
      return undefined
    } catch (error) {
      return errorText(error)
    }
  }
  const textIn = (file: string): string => {
    const read = texts.get(file)
    return read?.kind === 'text' ? read.text : ''
  }
  return {
    isHeld,
    isOwn,
    knows: one => known.has(keyOf(one)) || (textIn(one.file) === one.text && !isHeld(one.file, one.text)),
    held: () =>
      [...texts].flatMap(([file, read]) => (read.kind === 'text' && isHeld(file, read.text) ? [file] : [])),
    hold: (given: readonly SettingsText[]) => change(state => holdSettings(state, trustRoot, given)),
    confirm(given: readonly AnsweredText[]) {
      const texts = given.map(({ before, ...one }) => ({
        ...one,
        ...(before === '' || (before !== undefined && isOwn(one.file, before)) ? { own: true } : {}),
      }))
      for (const one of texts) {
        confirmed.add(one.file)
        known.add(keyOf(one))
        if (one.own) own.add(keyOf(one))
      }
      return change(state => confirmSettings(state, trustRoot, texts))
    },
  }
}
