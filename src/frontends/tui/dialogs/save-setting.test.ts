import { expect, test } from 'vitest'
import { loadWords } from '../text/words.ts'
import { saveSetting } from './save-setting.ts'

const said = async (language: 'en' | 'zh', key: string, value: unknown): Promise<string> => {
  const toasts: string[] = []
  const settings = { write: async () => '/s.json' }
  const ui = {
    words: await loadWords(language),
    toast: (text: string) => void toasts.push(text),
    ports: { settings },
  }
  await saveSetting(ui as unknown as Parameters<typeof saveSetting>[0], { key, value })
  return toasts.join()
}

const SWITCHED = [
  ['autoMemoryRequests', [true, false]],
  ['editorMode', ['vim', 'normal']],
  ['buddy', [true, false]],
  ['shareEditorSelection', [true, false]],
  ['syntaxHighlightingDisabled', [true, false]],
] as const

test.each(SWITCHED)(
  'what a key or a row switches is said in words, not as a setting: %s',
  async (key, values) => {
    for (const language of ['en', 'zh'] as const) {
      const [first = '', second = ''] = await Promise.all(values.map(value => said(language, key, value)))
      expect(first).not.toBe(second)
      for (const text of [first, second]) {
        expect(text).not.toContain(key)
        expect(text).not.toMatch(/true|false|normal/)
        expect(text).toContain('/s.json')
      }
    }
  },
)

test('any other setting is said with its name', async () => {
  expect(await said('en', 'model', 'm')).toBe('model is m (/s.json)')
})
