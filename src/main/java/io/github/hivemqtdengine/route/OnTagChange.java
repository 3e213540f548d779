package io.github.hivemqtdengine.route;

/** What happens when rows bring other tags than their subtable has. */
public enum OnTagChange {
    /** The rows are stored, and the subtable keeps the tags that it was created with. */
    IGNORE,
    /** The subtable gets the new tags before the rows are stored. */
    ALTER,
    /** The rows go to a subtable of their own: the tags are part of its name. */
    NEW_SUBTABLE
}
