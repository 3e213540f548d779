/** XML elements with their locations, references, includes, and the problems found in them. */
@NullMarked
package io.github.hivemqtdengine.config.xml;

import org.jspecify.annotations.NullMarked;
