import type { ComputerSettings } from '../../../protocol/tools/computer.ts'
import { between, flag, shapeOf } from '../check.ts'
import type { DescribedRow } from './row.ts'

export const computerRows = [
  {
    key: 'computer',
    check: shapeOf<ComputerSettings>({ enabled: flag, pictureSize: between(400, 2_000) }),
    doc: {
      en: 'The desktop that the model may use (X11): `enabled`, `pictureSize` in pixels',
      zh: '模型可以使用的桌面（X11）：是否启用、截图边长',
    },
    project: 'never',
    counts: 'next start',
  },
] as const satisfies readonly DescribedRow[]
