/**
 * A program that shows this page in a panel of its own may do some things in its own way: it listens for these events
 * and cancels those it takes care of.
 */
const isTakenCareOf = (name: 'capstan-reload' | 'capstan-place', detail?: string): boolean =>
  !dispatchEvent(new CustomEvent(name, { cancelable: true, detail }))

export const beginAnew = (): void => {
  if (!isTakenCareOf('capstan-reload')) location.reload()
}

/** Whether the place in a file was opened: an editor can, a browser cannot. */
export const openLocation = (place: string): boolean => isTakenCareOf('capstan-place', place)

/** Whether this page is shown by a program that opens places. */
export const opensLocations = (): boolean => document.documentElement.dataset['places'] === 'open'
