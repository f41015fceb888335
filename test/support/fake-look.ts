import { loadWords } from '../../src/frontends/tui/text/words.ts'
import { createTheme } from '../../src/frontends/tui/theme/create-theme.ts'
import { createRichText, type RichText } from '../../src/frontends/tui/transcript/markdown/rich-text.ts'
import type { RenderOptions, View } from '../../src/frontends/tui/transcript/render-options.ts'
import { stripAnsi } from '../../src/lib/strip-ansi.ts'

/** Readers that are loaded, with the languages named. */
export const readyRichText = async (...languages: readonly string[]): Promise<RichText> => {
  let wake = (): void => undefined
  const rich = createRichText({ onChange: () => wake() })
  const settled = async (isReady: () => boolean): Promise<void> => {
    while (!isReady())
      await new Promise<void>(resolve => {
        wake = resolve
      })
  }
  rich.load()
  await settled(() => rich.state !== 'loading')
  for (const language of languages) {
    rich.highlighter(language)
    await settled(() => rich.highlighter(language) !== 'loading')
  }
  return rich
}

/** A terminal without colour, 60 columns wide. */
export const fakeLook = async (more: Partial<RenderOptions> = {}): Promise<RenderOptions> => ({
  width: 60,
  theme: createTheme('dark', { colours: 0 }),
  words: await loadWords('en'),
  hyperlinks: false,
  rich: await readyRichText(),
  ...more,
})

export const fakeView = async (more: Partial<View> = {}): Promise<View> => ({
  ...(await fakeLook(more)),
  verbose: false,
  now: 100_000,
  cwd: '/w',
  ...more,
})

/** What a person sees, without the looks. */
export const bare = (lines: readonly string[]): readonly string[] => lines.map(stripAnsi)
