import type { Settings } from '../../../protocol/settings.ts'
import { filledText, flag, oneOf, shapeOf, text, wholeBetween } from '../check.ts'
import type { DescribedRow } from './row.ts'

const start = { counts: 'next start' } as const

export const promptRows = [
  {
    key: 'language',
    public: true,
    check: filledText,
    doc: { en: 'Language for answers', zh: '回答使用的语言' },
    ...start,
    edit: { at: 220 },
  },
  {
    key: 'promptLanguage',
    public: true,
    check: oneOf(['en', 'zh', 'eng', 'chn']),
    doc: {
      en: 'Language of the system prompt, of tools and of their errors',
      zh: '系统提示词、工具和工具错误的语言',
    },
    default: 'en',
    ...start,
    edit: { at: 230 },
  },
  {
    key: 'outputStyle',
    public: true,
    check: filledText,
    doc: { en: 'Output style', zh: '回答的风格' },
    ...start,
    edit: { at: 240 },
  },
  {
    key: 'codeMapTokens',
    check: wholeBetween(0, 20_000),
    doc: {
      en: 'Tokens of a map of the code that go with the first message; 0: no map',
      zh: '随第一条消息附上的代码地图的 token 数；0 为不附',
    },
    default: 0,
    counts: 'now',
  },
  {
    key: 'includeGitInstructions',
    check: flag,
    doc: { en: 'Include the git status in the prompt', zh: '告诉模型 git 的状态' },
    default: true,
    ...start,
    edit: { at: 250 },
  },
  {
    key: 'attribution',
    check: shapeOf<NonNullable<Settings['attribution']>>({ commit: text, pr: text }),
    doc: {
      en: 'Text at the end of the model’s commits (`commit`) and pull requests (`pr`); empty for none',
      zh: '模型的提交（commit）和拉取请求（pr）末尾的文字；留空则没有',
    },
    ...start,
  },
  {
    key: 'includeCoAuthoredBy',
    check: flag,
    doc: {
      en: 'Mention Capstan in the model’s commits and pull requests; `attribution` takes precedence',
      zh: '模型的提交和拉取请求注明 Capstan',
    },
    default: false,
    ...start,
    edit: { at: 255 },
  },
  {
    key: 'verifyChanges',
    check: flag,
    doc: {
      en: 'Have changes to three or more files checked by the verification agent before the model calls them done',
      zh: '改动三个以上文件时由验证智能体检查',
    },
    default: false,
    ...start,
    edit: { at: 256 },
  },
] as const satisfies readonly DescribedRow[]
