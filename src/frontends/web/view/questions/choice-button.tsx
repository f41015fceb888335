/** One numbered answer. */
export const ChoiceButton = ({
  option: { hotkey, label, detail },
  first,
  disabled,
  choose,
}: {
  readonly option: { readonly hotkey: string; readonly label: string; readonly detail?: string }
  /** It stands out. */
  readonly first?: boolean
  readonly disabled: boolean
  choose(): void
}) => (
  <button
    type="button"
    class={first ? 'choice first' : 'choice'}
    disabled={disabled}
    aria-keyshortcuts={hotkey}
    onClick={choose}
  >
    <span class="key" aria-hidden="true">
      {hotkey}
    </span>
    <span>
      {label}
      {detail !== undefined && <small>{detail}</small>}
    </span>
  </button>
)
