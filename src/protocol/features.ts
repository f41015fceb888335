/** What can be switched under `features`, with what counts when nobody says anything. */
export const FEATURES = {
  effortWords: { stage: 'stable', default: true },
  tokenWords: { stage: 'stable', default: true },
} as const satisfies Readonly<
  Record<string, { readonly stage: 'stable' | 'beta' | 'experimental'; readonly default: boolean }>
>

export type Feature = keyof typeof FEATURES
export type Features = { readonly [K in Feature]?: boolean }

export const isOn = (feature: Feature, features: Features | undefined): boolean =>
  features?.[feature] ?? FEATURES[feature].default
