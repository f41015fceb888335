import chinese from 'zod/v4/locales/zh-CN.js'

/** How a schema says in Chinese what does not fit. */
export const chineseIssues = { error: chinese().localeError }
