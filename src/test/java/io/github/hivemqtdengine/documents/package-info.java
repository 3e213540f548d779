/** Holds the documents to the code: names, versions, links, and the same sections in both languages. */
@NullMarked
package io.github.hivemqtdengine.documents;

import org.jspecify.annotations.NullMarked;
