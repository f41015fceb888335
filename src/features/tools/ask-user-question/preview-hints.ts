/** What an option may be shown with, by what whoever draws the question can draw. */
export const PREVIEW_HINTS = {
  text: {
    en: 'How it would look, as plain text: code, a mockup, a diagram',
    zh: '效果预览，纯文本：代码、草图、图示',
  },
  markdown: {
    en: 'How it would look, as Markdown: code, a mockup, a diagram',
    zh: '效果预览，Markdown：代码、草图、图示',
  },
  html: {
    en: 'How it would look: one HTML element, styled inline; no scripts, style sheets or document around it',
    zh: '效果预览：一个 HTML 元素，样式内联；不要脚本、样式表或外层文档',
  },
} as const
