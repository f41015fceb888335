import { Text } from 'ink'
import { type ReactNode, useState } from 'react'
import { textWidth } from '../../../lib/text-width.ts'
import { type Press, useUi } from '../ui/ui.ts'
import { useKeys } from '../ui/use-keys.ts'

/** Names of the sides of a dialog, the one in sight marked. */
export const TabBar = ({
  tabs,
  chosen,
}: {
  readonly tabs: readonly string[]
  readonly chosen: number
}): ReactNode => {
  const { theme, width } = useUi()
  const roomy = tabs.reduce((columns, tab) => columns + textWidth(tab) + 3, 0) < width
  return (
    <Text wrap="truncate">
      {tabs
        .map((tab, at) =>
          at === chosen ? theme.paint('selected', `[${tab}]`) : theme.paint('dim', roomy ? ` ${tab} ` : tab),
        )
        .join(' ')}
    </Text>
  )
}

/** Which side is in sight; Tab and the arrows go round. */
export const useTabs = (count: number, active = true): number => {
  const [chosen, setChosen] = useState(0)
  useKeys(
    'Tabs',
    press => {
      const step = tabStep(press)
      if (step === 0) return false
      setChosen(now => (now + step + count) % count)
      return true
    },
    active,
  )
  return chosen
}

/** By the keymap, or by what everybody expects of a key where another context has taken it. */
const tabStep = ({ key, action }: Press): 1 | 0 | -1 => {
  if (action === 'tabs:next' || key?.name === 'right') return 1
  if (action === 'tabs:previous' || key?.name === 'left') return -1
  return key?.name === 'tab' ? (key.shift ? -1 : 1) : 0
}
