package io.github.hivemqtdengine.route;

/** What happens to rows of one subtable that have the same time: the database would merge them into one. */
public enum EqualTimestamps {
    /** The later row moves to the next free tick of the database's precision. */
    BUMP,
    /** The later row replaces the earlier one, so that a message delivered twice is stored once. */
    OVERWRITE,
    /** Both stay; a second key column made from the arrival time tells them apart. */
    COMPOSITE_KEY,
    /** The later message goes to the dead letters. */
    REJECT
}
