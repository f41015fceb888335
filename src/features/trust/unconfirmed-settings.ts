import { createHash } from 'node:crypto'
import { isObject } from '../../lib/is-object.ts'
import { projectOf, withProject } from './project-state.ts'
import type { State } from './state-file.ts'

export interface SettingsText {
  /** Absolute. */
  readonly file: string
  readonly text: string
  /** All of it comes from answers of the person in this program. */
  readonly own?: boolean
}

export const settingsHash = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * Settings files of the folder that changed while a session ran, with the hash of what they held, and that nobody has
 * confirmed. A file that holds something else by now was changed by somebody since.
 */
export const unconfirmedSettings = (state: State, root: string): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(notesOf(state, root)).flatMap(([file, note]) =>
      isObject(note) && note['confirmed'] !== true && typeof note['sha256'] === 'string'
        ? [[file, note['sha256']]]
        : [],
    ),
  )

/** Files of the folder that hold nothing but what the person answered here, with the hash of that. */
export const confirmedSettings = (state: State, root: string): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(notesOf(state, root)).flatMap(([file, note]) =>
      isOwn(note) && typeof note['sha256'] === 'string' ? [[file, note['sha256']]] : [],
    ),
  )

/** Such files need trust again. */
export const disownSettings = (state: State, root: string): State => {
  const notes = notesOf(state, root)
  const left = Object.fromEntries(Object.entries(notes).filter(([, note]) => !isOwn(note)))
  if (Object.keys(left).length === Object.keys(notes).length) return state
  const { settings: _, ...rest } = projectOf(state, root)
  return withProject(state, root, Object.keys(left).length === 0 ? rest : { ...rest, settings: left })
}

const isOwn = (note: unknown): note is Readonly<Record<string, unknown>> =>
  isObject(note) && note['own'] === true && note['confirmed'] === true

/** What another session was told yes to stays confirmed. */
export const holdSettings = (state: State, root: string, texts: readonly SettingsText[]): State => {
  const notes = notesOf(state, root)
  const fresh = texts.filter(({ file, text }) => {
    const note = notes[file]
    return !(isObject(note) && note['sha256'] === settingsHash(text))
  })
  return fresh.length === 0 ? state : withNotes(state, root, noteOf(fresh, { confirmed: false }))
}

export const confirmSettings = (state: State, root: string, texts: readonly SettingsText[]): State =>
  texts.length === 0 ? state : withNotes(state, root, noteOf(texts, { confirmed: true }))

/** The person has seen all that the folder wants. */
export const confirmAllSettings = (state: State, root: string): State => {
  const { settings, ...rest } = projectOf(state, root)
  return settings === undefined ? state : withProject(state, root, rest)
}

const noteOf = (texts: readonly SettingsText[], { confirmed }: { readonly confirmed: boolean }) =>
  Object.fromEntries(
    texts.map(({ file, text, own }) => [
      file,
      { sha256: settingsHash(text), confirmed, ...(own && confirmed ? { own } : {}) },
    ]),
  )

const withNotes = (state: State, root: string, notes: Readonly<Record<string, unknown>>): State =>
  withProject(state, root, {
    ...projectOf(state, root),
    settings: { ...notesOf(state, root), ...notes },
  })

const notesOf = (state: State, root: string): Readonly<Record<string, unknown>> => {
  const settings = projectOf(state, root)['settings']
  return isObject(settings) ? settings : {}
}
