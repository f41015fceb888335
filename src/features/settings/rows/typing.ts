import {
  type FileSuggestionSettings,
  SPELL_CHECKERS,
  type SpellcheckSettings,
  VOICE_MODES,
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
    key: 'voice.enabled',
    check: flag,
    doc: {
      en: 'Speak into the prompt: hold Space (see `voice.mode`)',
      zh: '语音输入：按住空格键说话（见 voice.mode）',
    },
    default: false,
    project: 'never',
    counts: 'now',
    edit: { at: 124 },
  },
  {
    key: 'voice.mode',
    check: oneOf(VOICE_MODES),
    doc: {
      en: '`hold` records while the key is down, `tap` from one press to the next',
      zh: 'hold：按住时录音；tap：按一次开始，再按一次结束',
    },
    default: 'hold',
    project: 'never',
    counts: 'now',
    edit: { at: 125 },
  },
  {
    key: 'voice.command',
    check: filledText,
    doc: {
      en: 'Command that prints what is said in the WAV file `{file}`, such as `whisper-cli -nt -m model.bin -f {file}`',
      zh: '输出 WAV 文件 {file} 中语音文字的命令，例如 whisper-cli',
    },
    project: 'never',
    counts: 'next start',
  },
  {
    key: 'voice.url',
    check: filledText,
    doc: {
      en: 'Server that transcribes speech the way OpenAI does, such as `https://api.openai.com/v1`',
      zh: '按 OpenAI 方式转写语音的服务器地址',
    },
    project: 'never',
    counts: 'next start',
  },
  {
    key: 'voice.model',
    check: filledText,
    doc: { en: 'Model for `voice.url`', zh: '用于 voice.url 的模型' },
    default: 'whisper-1',
    project: 'never',
    public: true,
    counts: 'next start',
  },
  {
    key: 'voice.keyVariable',
    check: filledText,
    doc: {
      en: 'Environment variable with the key for `voice.url`, such as `OPENAI_API_KEY`',
      zh: '存放 voice.url 密钥的环境变量名',
    },
    project: 'never',
    public: true,
    counts: 'next start',
  },
  {
    key: 'voice.language',
    check: filledText,
    doc: { en: 'Language you speak, such as `en` or `zh`', zh: '所说的语言，例如 en 或 zh' },
    project: 'never',
    public: true,
    counts: 'next start',
  },
  {
    key: 'voice.recorder',
    check: filledText,
    doc: {
      en: 'Command that records: raw samples (16 bit, mono, 16 kHz) on stdout until it is interrupted',
      zh: '录音命令：在标准输出写出原始采样（16 位、单声道、16 kHz）',
    },
    project: 'never',
    counts: 'next start',
  },
  {
    key: 'voice.speak',
    check: filledText,
    doc: {
      en: 'Command that reads answers aloud from stdin, such as `espeak-ng --stdin`',
      zh: '从标准输入朗读回答的命令，例如 espeak-ng --stdin',
    },
    project: 'never',
    counts: 'next start',
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
