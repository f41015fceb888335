import { between, flag } from '../check.ts'
import type { DescribedRow } from './row.ts'

export const computerRows = [
  {
    key: 'computer.enabled',
    check: flag,
    doc: { en: 'Let the model use your desktop (X11)', zh: '允许模型使用你的桌面（X11）' },
    default: false,
    project: 'never',
    counts: 'next start',
  },
  {
    key: 'computer.pictureSize',
    check: between(400, 2_000),
    doc: { en: 'Longer side of pictures of your screen, in pixels', zh: '屏幕截图的长边，以像素计' },
    default: 1280,
    project: 'never',
    counts: 'next start',
  },
] as const satisfies readonly DescribedRow[]
