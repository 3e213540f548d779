/**
 * Status of the extension: a file with the current metrics, written beside the main path, and its assessment.
 *
 * <p>The pipeline does not know this package; {@code extension} gives it the metrics and the active configuration.
 */
@NullMarked
package io.github.hivemqtdengine.status;

import org.jspecify.annotations.NullMarked;
