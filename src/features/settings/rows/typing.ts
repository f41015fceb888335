import {
  type FileSuggestionSettings,
  SPELL_CHECKERS,
  type SpellcheckSettings,
} from '../../../protocol/terminal-settings.ts'
import { filledText, flag, mapOf, oneOf, shapeOf } from '../check.ts'
import type { DescribedRow } from './row.ts'

/** Two keys that can be typed, by their order. */
const TWO_KEYS = /^[^\p{C}\s]{2}$/u

/** What helps, or changes, what is typed into the prompt. */
export const typingRows = [
  {
    key: 'emojiCompletionEnabled',
    check: flag,
    doc: { en: 'Complete emoji by name: `:rocket`', zh: '按名称补全表情：`:rocket`' },
    default: true,
    project: 'never',
    counts: 'now',
    edit: { at: 119 },
  },
  {
    key: 'vimInsertModeRemaps',
    check: mapOf(oneOf(['<Esc>']), TWO_KEYS),
    doc: {
      en: 'Two keys that leave insert mode in vim mode, as in `{"jj": "<Esc>"}`',
      zh: 'vim 插入模式中相当于 Esc 的两个按键',
    },
    project: 'never',
    counts: 'now',
  },
  {
    key: 'spellcheck',
    check: shapeOf<SpellcheckSettings>(
      {
        enabled: flag,
        checker: oneOf([...SPELL_CHECKERS, 'auto']),
        language: filledText,
        color: filledText,
      },
      [],
    ),
    doc: {
      en: 'Underline misspelled words in the prompt: `enabled`, `checker`, `language`, `color`',
      zh: '在输入框中为拼写错误的单词加下划线',
    },
    project: 'never',
    counts: 'now',
  },
  {
    key: 'fileSuggestion',
    check: shapeOf<FileSuggestionSettings>({ type: oneOf(['command']), command: filledText }, [
      'type',
      'command',
    ]),
    doc: { en: 'Command that provides @ suggestions', zh: '为 @ 提供文件建议的程序' },
    counts: 'next start',
  },
] as const satisfies readonly DescribedRow[]
