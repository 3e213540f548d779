// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.agent;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.jsontype.NamedType;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Names the type of each value of a sealed interface, so that only its own records can be read as one. */
final class SealedTypes extends JacksonAnnotationIntrospector {

    private static final long serialVersionUID = 1;
    private static final String PROPERTY = "is";

    @Override
    public JsonTypeInfo.@Nullable Value findPolymorphicTypeInfo(MapperConfig<?> config, Annotated type) {
        return type.getRawType().isSealed()
                ? JsonTypeInfo.Value.construct(
                        JsonTypeInfo.Id.NAME, JsonTypeInfo.As.PROPERTY, PROPERTY, null, false, true, true)
                : super.findPolymorphicTypeInfo(config, type);
    }

    @Override
    public @Nullable List<NamedType> findSubtypes(Annotated type) {
        return type.getRawType().isSealed()
                ? Stream.of(type.getRawType().getPermittedSubclasses())
                        .map(subtype -> new NamedType(subtype, subtype.getSimpleName()))
                        .toList()
                : super.findSubtypes(type);
    }
}
