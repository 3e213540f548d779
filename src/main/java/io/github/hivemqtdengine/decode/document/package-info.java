/**
 * Reads a payload as a tree of fields: the cursor over a document that each format implements, and the reading that a
 * route needs.
 */
@NullMarked
package io.github.hivemqtdengine.decode.document;

import org.jspecify.annotations.NullMarked;
