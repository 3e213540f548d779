package io.github.hivemqtdengine.route.table;

/** Action for rows whose tags differ from those of their subtable. */
public enum OnTagChange {
    /** The rows are stored, and the subtable keeps the tags that it was created with. */
    IGNORE,
    /** The subtable gets the new tags before the rows are stored. */
    ALTER,
    /** The rows go to a separate subtable, because the tags are part of its name. */
    NEW_SUBTABLE
}
