/** Commands of TeX that are one character. */
const SYMBOLS: Readonly<Record<string, string>> = {
  alpha: 'α',
  beta: 'β',
  gamma: 'γ',
  delta: 'δ',
  epsilon: 'ε',
  varepsilon: 'ε',
  zeta: 'ζ',
  eta: 'η',
  theta: 'θ',
  vartheta: 'ϑ',
  iota: 'ι',
  kappa: 'κ',
  lambda: 'λ',
  mu: 'μ',
  nu: 'ν',
  xi: 'ξ',
  pi: 'π',
  rho: 'ρ',
  sigma: 'σ',
  tau: 'τ',
  upsilon: 'υ',
  phi: 'φ',
  varphi: 'φ',
  chi: 'χ',
  psi: 'ψ',
  omega: 'ω',
  Gamma: 'Γ',
  Delta: 'Δ',
  Theta: 'Θ',
  Lambda: 'Λ',
  Xi: 'Ξ',
  Pi: 'Π',
  Sigma: 'Σ',
  Phi: 'Φ',
  Psi: 'Ψ',
  Omega: 'Ω',
  leq: '≤',
  le: '≤',
  geq: '≥',
  ge: '≥',
  neq: '≠',
  ne: '≠',
  approx: '≈',
  equiv: '≡',
  sim: '∼',
  cdot: '·',
  times: '×',
  div: '÷',
  pm: '±',
  mp: '∓',
  infty: '∞',
  partial: '∂',
  nabla: '∇',
  sum: '∑',
  prod: '∏',
  int: '∫',
  in: '∈',
  notin: '∉',
  subset: '⊂',
  subseteq: '⊆',
  supset: '⊃',
  cup: '∪',
  cap: '∩',
  emptyset: '∅',
  forall: '∀',
  exists: '∃',
  neg: '¬',
  land: '∧',
  lor: '∨',
  wedge: '∧',
  vee: '∨',
  to: '→',
  rightarrow: '→',
  leftarrow: '←',
  Rightarrow: '⇒',
  Leftarrow: '⇐',
  iff: '⇔',
  Leftrightarrow: '⇔',
  implies: '⇒',
  mapsto: '↦',
  ldots: '…',
  dots: '…',
  cdots: '⋯',
  ll: '≪',
  gg: '≫',
  propto: '∝',
  circ: '∘',
  oplus: '⊕',
  otimes: '⊗',
  langle: '⟨',
  rangle: '⟩',
  lfloor: '⌊',
  rfloor: '⌋',
  lceil: '⌈',
  rceil: '⌉',
  ell: 'ℓ',
  hbar: 'ℏ',
  Re: 'ℜ',
  Im: 'ℑ',
  perp: '⊥',
  parallel: '∥',
  angle: '∠',
  quad: '  ',
  qquad: '    ',
  mid: '|',
  star: '⋆',
  ast: '∗',
  prime: '′',
}
/** Written as their names. */
const NAMES: ReadonlySet<string> = new Set(
  'sin cos tan log ln exp lim max min det gcd arg sup inf mod deg dim ker'.split(' '),
)
const NUMBER_SETS: Readonly<Record<string, string>> = {
  R: 'ℝ',
  N: 'ℕ',
  Z: 'ℤ',
  Q: 'ℚ',
  C: 'ℂ',
  P: 'ℙ',
  E: '𝔼',
}
const RAISED = pairs('0123456789+-=()ainbcdefghjklmoprstuvwxyzT', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃⁱⁿᵇᶜᵈᵉᶠᵍʰʲᵏˡᵐᵒᵖʳˢᵗᵘᵛʷˣʸᶻᵀ')
const LOWERED = pairs('0123456789+-=()aeoxhklmnpstijruv', '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₒₓₕₖₗₘₙₚₛₜᵢⱼᵣᵤᵥ')

function pairs(from: string, to: string): ReadonlyMap<string, string> {
  const made = [...to]
  return new Map([...from].map((letter, at) => [letter, made[at] ?? letter]))
}

/** Longer formulas are left as they are written. */
const LONGEST = 400

/** A formula of TeX in Unicode; undefined where that cannot say it. */
export const mathText = (source: string): string | undefined => {
  if (source.length > LONGEST) return undefined
  const reader = new MathReader(source)
  const text = reader.read()
  return text === undefined ? undefined : text.replace(/ {2,}/g, ' ').trim()
}

class MathReader {
  readonly #source: string
  #at = 0

  constructor(source: string) {
    this.#source = source
  }

  /** Up to the end, or to the brace that closes a group. Undefined: something in it has no form in Unicode. */
  read(closing?: '}'): string | undefined {
    let text = ''
    for (;;) {
      const letter = this.#source[this.#at]
      if (letter === undefined) return closing === undefined ? text : undefined
      if (letter === '}') {
        this.#at += 1
        return closing === undefined ? undefined : text
      }
      const piece = this.#piece(letter)
      if (piece === undefined) return undefined
      text += piece
    }
  }

  #piece(letter: string): string | undefined {
    if (letter === '^' || letter === '_') {
      this.#at += 1
      return shifted(this.#argument(), letter)
    }
    if (letter === '{') return this.#argument()
    if (letter === '\\') return this.#command()
    if (letter === '&' || letter === '#' || letter === '%') return undefined
    this.#at += 1
    return letter === '\n' || letter === '~' ? ' ' : letter
  }

  /** A group in braces, a command, or one character. */
  #argument(): string | undefined {
    while (this.#source[this.#at] === ' ') this.#at += 1
    const letter = this.#source[this.#at]
    if (letter === undefined || letter === '}') return undefined
    if (letter === '\\') return this.#command()
    this.#at += 1
    return letter === '{' ? this.read('}') : letter
  }

  #command(): string | undefined {
    const name = /^\\([a-zA-Z]+|.)/s.exec(this.#source.slice(this.#at, this.#at + 40))?.[1]
    if (name === undefined) return undefined
    this.#at += name.length + 1
    const symbol = Object.hasOwn(SYMBOLS, name) ? SYMBOLS[name] : undefined
    if (symbol !== undefined) return symbol
    if (NAMES.has(name)) return name
    switch (name) {
      case 'frac':
      case 'dfrac':
      case 'tfrac':
        return fraction(this.#argument(), this.#argument())
      case 'sqrt':
        return this.#source[this.#at] === '[' ? undefined : prefixed('√', this.#argument())
      case 'mathbb': {
        const letter = this.#argument()
        return letter !== undefined && Object.hasOwn(NUMBER_SETS, letter) ? NUMBER_SETS[letter] : undefined
      }
      case 'text':
      case 'mathrm':
      case 'mathbf':
      case 'mathit':
      case 'operatorname':
        return this.#argument()
      case 'left':
      case 'right':
      case '!':
        return ''
      default:
        return /^[{}$%#_&|]$/.test(name) ? name : /^[,;: ]$/.test(name) ? ' ' : undefined
    }
  }
}

const shifted = (text: string | undefined, sign: '^' | '_'): string | undefined => {
  if (text === undefined || text === '') return undefined
  const forms = sign === '^' ? RAISED : LOWERED
  const made = [...text].map(letter => (letter === '′' || letter === '∘' ? letter : forms.get(letter)))
  if (!made.includes(undefined)) return made.join('')
  return [...text].length === 1 ? `${sign}${text}` : `${sign}(${text})`
}

const grouped = (text: string): string => (/^[\p{L}\p{N}]+$/u.test(text) ? text : `(${text})`)

const fraction = (above: string | undefined, below: string | undefined): string | undefined =>
  above === undefined || below === undefined ? undefined : `${grouped(above.trim())}/${grouped(below.trim())}`

const prefixed = (sign: string, text: string | undefined): string | undefined =>
  text === undefined ? undefined : `${sign}${grouped(text)}`

/**
 * A formula at the beginning of a text: `$…$` on one line, `$$…$$`, `\(…\)` or `\[…\]`. Amounts of money are none: a
 * formula of one dollar sign touches both of its signs and is not followed by a digit, and it has to hold something
 * that only a formula has.
 */
export const findMath = (text: string): { readonly raw: string; readonly source: string } | undefined => {
  const found =
    /^\$\$([^$]{1,400})\$\$/.exec(text) ??
    /^\\\(([^$]{1,400}?)\\\)/.exec(text) ??
    /^\\\[([^$]{1,400}?)\\\]/.exec(text)
  if (found) return { raw: found[0], source: (found[1] ?? '').trim() }
  const inline = /^\$(?![\s$])([^$\n`]{1,400}?)(?<![\s\\])\$(?![\d\w$])/.exec(text)
  const source = inline?.[1] ?? ''
  return inline && isFormula(source) ? { raw: inline[0], source } : undefined
}

const isFormula = (source: string): boolean =>
  /\\[a-zA-Z]|[\^_=<>]/.test(source) ? !/^\d[\d,.]*\s+\p{L}{2}/u.test(source) : /^[a-zA-Z]$/.test(source)

/** Where the next formula could begin. */
export const mathStart = (text: string): number | undefined => {
  const at = text.search(/\$|\\[([]/)
  return at === -1 ? undefined : at
}
