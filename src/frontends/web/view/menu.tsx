import type { ComponentChildren } from 'preact'

/** What can be done with something, behind a button. */
export const Menu = ({
  label,
  children,
}: {
  readonly label: string
  readonly children: ComponentChildren
}) => (
  <details class="menu" onToggle={closeOutside}>
    <summary class="icon" aria-label={label} title={label}>
      ⋯
    </summary>
    <ul
      onClick={event => (event.currentTarget.parentElement as HTMLDetailsElement).removeAttribute('open')}
      onKeyUp={() => {}}
    >
      {children}
    </ul>
  </details>
)

export const MenuItem = ({ label, choose }: { readonly label: string; choose(): void }) => (
  <li>
    <button type="button" onClick={choose}>
      {label}
    </button>
  </li>
)

/** An open menu closes when somebody goes elsewhere. */
const closeOutside = (event: Event): void => {
  const menu = event.currentTarget as HTMLDetailsElement
  if (!menu.open) return
  const away = (after: Event): void => {
    if (after.target instanceof Node && menu.contains(after.target) && !(after instanceof KeyboardEvent))
      return
    if (after instanceof KeyboardEvent && after.key !== 'Escape') return
    menu.open = false
    removeEventListener('pointerdown', away)
    removeEventListener('keydown', away)
  }
  addEventListener('pointerdown', away)
  addEventListener('keydown', away)
}
