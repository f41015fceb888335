import chinese from 'zod/v4/locales/zh-CN.js'

const { localeError } = chinese()
const MENDED: readonly (readonly [RegExp, string])[] = [
  [/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, ''],
  [/^无效输入：期望 ?(.+)，实际接收 undefined$/u, '缺少，应为$1'],
  [/^无效输入：期望 ?(.+)，实际接收 ?(.+)$/u, '应为$1，实际为$2'],
]

/** How a schema says in Chinese what does not fit: what the library says, without what nobody would write. */
export const chineseIssues = {
  error: (issue: Parameters<typeof localeError>[0]) => {
    const said = localeError(issue)
    const text = typeof said === 'object' ? said?.message : said
    return text == null ? text : MENDED.reduce((left, [from, to]) => left.replace(from, to), text)
  },
}
