import { expect, test } from 'vitest'
import type { SpellcheckSettings } from '../../../protocol/terminal-settings.ts'
import { createEditor } from '../input/editor.ts'
import type { PromptState } from '../input/prompt-state.ts'
import type { UiState } from '../state/ui-state.ts'
import type { Desk } from './desk.ts'
import { Spelling } from './spelling.ts'

/** A prompt that is typed into, and a program that knows every word but those with a "q". */
const open = (spellcheck: SpellcheckSettings | undefined) => {
  let prompt: Pick<PromptState, 'editor' | 'mode' | 'misspelled'> = {
    editor: createEditor(''),
    mode: 'prompt',
  }
  let current = spellcheck
  const asked: (readonly string[])[] = []
  const listeners: ((state: UiState, before: UiState) => void)[] = []
  const changed: (() => void)[] = []
  const change = (now: Partial<PromptState>): void => {
    const before = { prompt }
    prompt = { ...prompt, ...now }
    for (const listener of listeners) listener({ prompt } as UiState, before as UiState)
  }
  const desk = {
    store: {
      get state() {
        return { prompt }
      },
      subscribe: (listener: (state: UiState, before: UiState) => void) => {
        listeners.push(listener)
        return () => void listeners.splice(0)
      },
    },
    dispatch: (action: { readonly change: Partial<PromptState> }) => change(action.change),
    options: {
      ports: {
        settings: {
          current: () => ({ spellcheck: current }),
          onChange: (call: () => void) => {
            changed.push(call)
            return () => undefined
          },
        },
        system: {
          misspelled: async (words: readonly string[], _: unknown, signal: AbortSignal) => {
            await Promise.resolve()
            if (signal.aborted) return undefined
            asked.push(words)
            return words.filter(word => word.includes('q'))
          },
        },
      },
    },
  } as unknown as Desk
  const stop = new Spelling(desk).start()
  const settled = () => new Promise(resolve => setImmediate(resolve))
  return {
    asked,
    stop,
    type: async (text: string) => {
      change({ editor: createEditor(text) })
      await settled()
    },
    set: async (now: SpellcheckSettings | undefined) => {
      current = now
      for (const call of changed) call()
      await settled()
    },
    clear: () => change({ editor: createEditor(''), misspelled: undefined } as never),
    wrong: () => [...(prompt.misspelled ?? [])],
  }
}

test('each word is asked for once, and what is wrong stays known in the next prompt', async () => {
  const here = open({ enabled: true })
  await here.type('plain werq')
  await here.type('plain werq more')
  expect([here.asked, here.wrong()]).toEqual([[['plain', 'werq'], ['more']], ['werq']])
  here.clear()
  await here.type('werq')
  expect([here.asked.length, here.wrong()]).toEqual([2, ['werq']])
})

test('nobody is asked where it is off, and switching it off takes the marks away', async () => {
  const here = open(undefined)
  await here.type('werq')
  expect(here.asked).toEqual([])
  await here.set({ enabled: true })
  expect(here.wrong()).toEqual(['werq'])
  await here.set({ enabled: false })
  expect(here.wrong()).toEqual([])
  here.stop()
})
