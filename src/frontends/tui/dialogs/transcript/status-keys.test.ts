import { expect, test } from 'vitest'
import { loadWords } from '../../text/words.ts'
import { statusKeys } from './status-keys.ts'

test('no hint of the transcript is cut: at 80 columns the last ones are left out', async () => {
  const theme = { paint: (_: string, text: string) => text }
  const hint = (await loadWords('en')).panels.transcript.hint(true)
  expect(statusKeys('unfolded', hint, { theme, width: 120 })).toBe(`unfolded · ${hint}`)
  expect(statusKeys('unfolded', hint, { theme, width: 80 })).toBe(
    'unfolded · Esc back · / search · n N next · Ctrl-E fold · y copy · c copy all',
  )
  expect(statusKeys('unfolded', hint, { theme, width: 22 })).toBe('unfolded · Esc back')
})
