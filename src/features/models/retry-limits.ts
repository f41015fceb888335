/** A server that is just starting is worth a few seconds, a wrong address is not worth minutes. */
export const ADDRESS_RETRIES = 3
/** A reply that stopped coming, or was empty, is asked for again a few times. */
export const SILENT_RETRIES = 3
/** A server that let us wait for as long as we do is asked once more, not for hours. */
export const SLOW_RETRIES = 1
