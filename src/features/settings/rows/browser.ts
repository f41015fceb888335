import type { BrowserSettings } from '../../../protocol/tools/browser.ts'
import { between, filledText, flag, shapeOf } from '../check.ts'
import type { DescribedRow } from './row.ts'

export const browserRows = [
  {
    key: 'browser',
    check: shapeOf<BrowserSettings>({
      enabled: flag,
      path: filledText,
      window: flag,
      profile: filledText,
      pictureSize: between(200, 2_000),
    }),
    doc: {
      en: 'The browser the model may drive: `enabled`, `path`, `window`, `profile`, `pictureSize`',
      zh: '模型可以驱动的浏览器：是否启用、程序路径、是否显示窗口、配置（fresh、keep 或目录）、截图边长',
    },
    project: 'never',
    counts: 'next start',
  },
] as const satisfies readonly DescribedRow[]
