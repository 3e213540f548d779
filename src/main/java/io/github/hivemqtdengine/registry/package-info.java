/** Schemas of payloads from schema registries: HTTP, limits, and caches in memory and on disk. */
@NullMarked
package io.github.hivemqtdengine.registry;

import org.jspecify.annotations.NullMarked;
