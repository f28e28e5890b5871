/** A reason not to start, as one sentence for the person who can correct it. */
export class CannotMigrate extends Error {}
